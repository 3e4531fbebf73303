export { REDACTED } from './edits.js';
export { createRedactor, type Redactor, type RedactorOptions } from './redactor.js';
