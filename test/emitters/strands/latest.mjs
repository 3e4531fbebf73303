// The same agents with the newest conventions.
process.env.OTEL_SEMCONV_STABILITY_OPT_IN = 'gen_ai_latest_experimental';
await import('./agent.mjs');
