export { type ConvertOptions, type ConvertResult, convertTelemetry } from './convert-telemetry.js';
