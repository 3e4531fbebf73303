/** Sending of traces by OTLP/HTTP, for Node. */
export type { Answer, Post } from './post.js';
export type { Clock } from './retry.js';
export { type SendOptions, sendTraces } from './send-traces.js';
export type { SendSummary } from './sender.js';
export {
  type Environment,
  type ExporterOptions,
  type ExporterSettings,
  exporterSettings,
  shownUrl,
} from './settings.js';
