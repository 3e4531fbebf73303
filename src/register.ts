// Starts recording when it is loaded: node --import otel-vcon/register app.js
import { startFromEnvironment } from './processor/node/index.js';

startFromEnvironment(process.env);
