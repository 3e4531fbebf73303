import { type Edit, REDACTED } from './edits.js';
import { isHarmless, looksRandom } from './secret-shape.js';

/** Words that begin a sentence about a secret rather than a secret: "password: must have 8 characters". */
const PROSE = new Set(
  (
    'must should shall is are was were be been has have had may might can cannot could will would not no does do did ' +
    'the a an of for to from in on at by with and or but if when this that it its your my our their too required ' +
    'require requires needed needs missing invalid incorrect wrong expired empty blank optional mandatory field flag ' +
    'option value string characters permission access denied failed failure error success changed updated reset set ' +
    'unset use used using via as only never always see please enter provide check contains verification validation ' +
    'header length between under over every each any all some how what where who why you we they one more than new await async function lambda return'
  ).split(' '),
);
const WORD_AND_MORE = /([A-Za-z']+)[,.;:)]?[ \t]+\(?[A-Za-z0-9]/y;
const CALL = /^[A-Za-z_$][\w$.]*(?:\((?:\)|["'`]|[a-z_]+[),])|\[["'`])/;
const MEMBER =
  /^(?:self|this|req|request|res|config|cfg|settings|options|opts|args|argv|params|props|ctx|env|secrets|data|body|form|user|process|os|import|var|local|module|each|process\.env)\.[A-Za-z_.]+$/;
const SENTENCE =
  /(?<!\w)(pass(?:word|phrase|code)|passwd|(?:(?:access|auth|api|bearer|refresh|session|secret) )?token|secret(?: key)?|api[ -]?key|access key|credential|identified by)s?(?: (?:is|was|are|of|to|by|now|set to))?(?: now)?[ \t]+(?:(\\*["'`])([^"'`\n\\]{1,200})\2|([^\s"'`<>()[\]{},;]{4,200}))/gi;

const TOLD = / (?:is|was|to)(?: now)?[ \t]+\S*$/i;

/** Whether a sentence begins at `at`. */
export function isProse(text: string, at: number): boolean {
  WORD_AND_MORE.lastIndex = at;
  const word = WORD_AND_MORE.exec(text)?.[1];
  return word !== undefined && isProseWord(word);
}

/** Whether a word is one of those that sentences are made of. */
export function isProseWord(word: string): boolean {
  return PROSE.has(word.toLowerCase());
}

/** Whether a bare value is code that only refers to a secret: `getToken()`, `config["key"]`, `req.body.password`. */
export function isCode(value: string): boolean {
  return CALL.test(value) || MEMBER.test(value);
}

/**
 * Secrets told in a sentence: "the password is x", "IDENTIFIED BY 'x'". A quoted password goes, unless it is a harmless word.
 * Other values go after "is" or "to" when they have a digit or a special sign, and elsewhere when they look random, since
 * "unexpected token '<'" and "secret "db" not found" tell no secret.
 */
export function sentenceEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(SENTENCE)) {
    const [found, name = '', quote = '', quoted, bare = ''] = match;
    const value = (quoted ?? bare).replace(/[.!?:]+$/, '');
    if (value.startsWith(REDACTED) || isHarmless(value) || isProseWord(value)) continue;
    const isPassword = quoted !== undefined && /^(?:pass|identified)/i.test(name);
    const isTold = TOLD.test(found) && isUnlikeWord(value);
    if (!isPassword && !isTold && !looksRandom(value)) continue;
    const start = match.index + found.length - quote.length - (quoted ?? bare).length;
    edits.push({ start, end: start + value.length });
  }
  return edits;
}

function isUnlikeWord(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[\d!@#$%^&*_+~]/.test(value) && !/^\d+(?:st|nd|rd|th|ms|s|h|min|d)$/.test(value);
}
