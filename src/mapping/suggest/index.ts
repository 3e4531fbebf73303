export { type Suggestion, suggestMapping } from './suggest-mapping.js';
