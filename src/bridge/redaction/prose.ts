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
    'header length between under over every each any all some how what where who why you we they one more than'
  ).split(' '),
);
const WORD_AND_MORE = /([A-Za-z']+)[,.;:)]?[ \t]+\(?[A-Za-z0-9]/y;
const CALL = /^[A-Za-z_$][\w$.]*\((?:\)|["'`]|[a-z_]+[),])/;
const MEMBER =
  /^(?:self|this|req|request|res|config|cfg|settings|options|opts|args|argv|params|props|ctx|env|secrets|data|body|form|user|process|os|import|var|local|module|each|process\.env)\.[A-Za-z_.]+$/;
const SENTENCE =
  /(?<!\w)(?:pass(?:word|phrase|code)|passwd|secret(?: key)?|api[ -]?key|access key|(?:(?:access|auth|api|bearer|refresh|session|secret) )?token|credentials?|identified by)s?(?: (?:is|was|are|of|to|by|now|set to))?(?: now)?[ \t]+(?:(\\*["'`])([^"'`\n\\]{1,200})\1|([^\s"'`<>()[\]{},;]{4,200}))/gi;

/** Whether a sentence begins at `at`. */
export function isProse(text: string, at: number): boolean {
  WORD_AND_MORE.lastIndex = at;
  const word = WORD_AND_MORE.exec(text)?.[1];
  return word !== undefined && PROSE.has(word.toLowerCase());
}

/** Whether a bare value is code that only refers to a secret: `getToken()`, `req.body.password`. */
export function isCode(value: string): boolean {
  return CALL.test(value) || MEMBER.test(value);
}

/**
 * Secrets told in a sentence: "the password is x", "IDENTIFIED BY 'x'". What is quoted goes, unless it is a harmless word;
 * what is not quoted goes after "is" or "to" when it has a digit or a special sign, and elsewhere when it looks random.
 */
export function sentenceEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(SENTENCE)) {
    const [found, quote, quoted, bare = ''] = match;
    const value = (quoted ?? bare).replace(/[.!?:]+$/, '');
    if (value.startsWith(REDACTED) || isHarmless(value) || PROSE.has(value.toLowerCase())) continue;
    const told = / (?:is|was|to)(?: now)?[ \t]+\S*$/i.test(found);
    if (quoted === undefined && !(told ? isUnlikeWord(value) : looksRandom(value))) continue;
    const start =
      match.index + found.length - (quote === undefined ? bare.length : (quoted?.length ?? 0) + quote.length);
    edits.push({ start, end: start + value.length });
  }
  return edits;
}

function isUnlikeWord(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[\d!@#$%^&*_+~]/.test(value) && !/^\d+(?:st|nd|rd|th|ms|s|h|min|d)$/.test(value);
}
