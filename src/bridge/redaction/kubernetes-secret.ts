import { type Edit, REDACTED } from './edits.js';
import { isHarmless } from './secret-shape.js';

const DOCUMENT_END = /^---.*$/m;
const IS_SECRET = /^kind:[ \t]*["']?Secret["']?[ \t]*$/m;
const DATA = /^(?:data|stringData):[ \t]*\r?\n(?:[ \t]+[^\r\n]*\r?\n?)+/gm;
const ENTRY = /^[ \t]+[^\s:][^:\r\n]*:[ \t]*([^\s|>][^\r\n]*)$/gm;

/** The values of Kubernetes Secrets in YAML, whatever their keys are named ("kubectl get secret -o yaml"). */
export function kubernetesEdits(text: string): Edit[] {
  if (!IS_SECRET.test(text)) return [];
  const edits: Edit[] = [];
  let at = 0;
  for (const document of text.split(DOCUMENT_END)) {
    const offset = text.indexOf(document, at);
    at = offset + document.length;
    if (!IS_SECRET.test(document)) continue;
    for (const data of document.matchAll(DATA)) {
      for (const entry of data[0].matchAll(ENTRY)) {
        const value = entry[1] ?? '';
        const end = offset + data.index + entry.index + entry[0].length;
        if (!isHarmless(value) && !value.startsWith(REDACTED)) edits.push({ start: end - value.length, end });
      }
    }
  }
  return edits;
}
