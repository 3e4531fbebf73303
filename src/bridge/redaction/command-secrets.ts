import { type Edit, REDACTED } from './edits.js';
import type { KeyRules } from './key-rules.js';
import { isProse, isProseWord } from './prose.js';
import { isHarmless } from './secret-shape.js';
import { ValueReader } from './text-value.js';

const FLAG = /(?<![\w-])--?([A-Za-z][\w-]{2,60})[ \t]+(?![-&|;>])/g;
/** Keys and values without a separator of their own: ENV of a Dockerfile, `config set`, multipart forms, XML attributes. */
const SPACED = [
  /^[ \t]*(?:ENV|ARG)[ \t]+(\w{1,80})[ \t]+([^\s=][^\r\n]*)/gm,
  /\bsetx?[ \t]+([\w.:/@-]{1,80})[ \t]+["']?([^\s"'=]+)/g,
  /\bname=\\?["']([\w.-]{1,80})\\?["'](?:\r?\n[^\r\n]{1,200})?\r?\n\r?\n([^\r\n]+)/g,
  /\b(?:name|key)=["']([^"'<>]{1,80})["'][^<>\r\n]{0,200}?\bvalue=["']([^"'<>]*)/gi,
];
const NETRC = /\b(?:login|account|user)\s+\S+\s+password\s+(\S+)/g;
/** A password that a command reads from its standard input. */
const PIPED =
  /\b(?:echo|printf)[ \t]+(?:-\w[ \t]+)?["']?([^\s"'|]{1,500})(?=["']?[ \t]*\|[^|\r\n]*(?:-stdin\b|sudo -S|--with-token))/g;
const USER_PASSWORD =
  /(?:^|\s)(?:-u|-U|--user|--proxy-user)(?:=|[ \t]*)\\*["']?([^\s:"'\\]{0,200}):([^\s"'\\]{1,500})/g;
/** Commands and their own short flags for secrets. `attached`: only without a space ("mysql -p db" asks for it). */
const SHORT_FLAGS: readonly { readonly command: RegExp; readonly flag: RegExp }[] = [
  { command: /\b(?:mysql\w*|mariadb\w*)\b/, flag: /\s-p(['"]?)([^\s'"]+)/g },
  { command: /\bsshpass\b/, flag: /\s-p ?(['"]?)([^\s'"]+)/g },
  {
    command: /\b(?:docker|podman|nerdctl|helm|az|oc|buildah|skopeo) (?:\w+ )?login\b/,
    flag: /\s-p ?(['"]?)([^\s'"]+)/g,
  },
  { command: /\bredis-cli\b/, flag: /\s-a ?(['"]?)([^\s'"]+)/g },
  { command: /\bldap\w+\b/, flag: /\s-w ?(['"]?)([^\s'"]+)/g },
  { command: /\b(?:mongo\w*|twine|sqlcmd|vncviewer)\b/, flag: /\s-[pP] ?(['"]?)([^\s'"]+)/g },
  { command: /\bgh secret set\b/, flag: /\s(?:-b|--body)[ =](['"]?)([^\s'"]+)/g },
  { command: /\b(?:zip|unzip|7z)\b/, flag: /\s-[pP] ?(['"]?)([^\s'"]+)/g },
];

/** Secrets in the arguments of commands: `--password x`, `curl -u user:x`, `mysql -px`, and in forms without separators. */
export function commandEdits(text: string, rules: KeyRules): Edit[] {
  const edits: Edit[] = [];
  const reader = new ValueReader(text);
  for (const match of text.matchAll(FLAG)) {
    const rule = rules.ofFlag(match[1] ?? '');
    if (rule === undefined) continue;
    const at = match.index + match[0].length;
    const value = reader.quoted(at) ?? reader.bare(at);
    if (value !== undefined && !isProse(text, at) && rule.takes(text.slice(value.start, value.end))) edits.push(value);
  }
  for (const pattern of SPACED) {
    for (const match of text.matchAll(pattern)) {
      const [, key = '', value = ''] = match;
      addLast(match, rules.of(key)?.takes(value) && !isProseWord(value), edits);
    }
  }
  if (text.includes('|')) for (const match of text.matchAll(PIPED)) addLast(match, true, edits);
  if (/\bmachine\s|^default\s/m.test(text)) for (const match of text.matchAll(NETRC)) addLast(match, true, edits);
  if (/(?:^|[\s;|&`(])(?:curl|wget|https?|xh|ftp)\s/.test(text))
    for (const match of text.matchAll(USER_PASSWORD)) addLast(match, !isHarmless(match[2] ?? ''), edits);
  if (SHORT_FLAGS.some(({ command }) => command.test(text))) addShortFlags(text, edits);
  return edits.filter(({ start }) => !text.startsWith(REDACTED, start)).map(({ start, end }) => ({ start, end }));
}

function addShortFlags(text: string, edits: Edit[]): void {
  let at = 0;
  for (const part of text.split(/([\r\n;|&])/)) {
    for (const { command, flag } of SHORT_FLAGS) {
      const start = part.search(command);
      if (start === -1) continue;
      for (const match of part.slice(start).matchAll(flag)) {
        const end = at + start + match.index + match[0].length;
        edits.push({ start: end - (match[2]?.length ?? 0), end });
      }
    }
    at += part.length;
  }
}

/** The last group of these patterns ends where the match ends. */
function addLast(match: RegExpExecArray, taken: boolean | undefined, edits: Edit[]): void {
  const end = match.index + match[0].length;
  if (taken === true) edits.push({ start: end - (match.at(-1)?.length ?? 0), end });
}
