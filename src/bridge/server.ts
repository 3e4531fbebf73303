import type { ServerFacts } from '../mapping/index.js';

/** The draft's value for tools that the host provides itself (section 6.1.8). */
export const HOST = '!host';

const MCP_TOOL = /^mcp__(.+?)__(.+)$/s;
const HOST_NAME = /^(?!-)[A-Za-z0-9._-]+$/;
const IPV6 = /^\[?([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)\]?$/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|0\.0\.0\.0)$/i;

/**
 * The `server` parameter (draft section 6.1.8): the URL when one is known, else one built from address and port, else the
 * server's name, else "!host". A URL keeps neither user info nor query nor fragment.
 */
export function serverParameter(server: ServerFacts | undefined): string {
  if (server === undefined) return HOST;
  const url = server.url === undefined ? undefined : cleanUrl(server.url);
  if (url !== undefined) return url;
  if (server.address !== undefined) {
    const built = urlOf(server.address, server.port);
    if (built !== undefined) return built;
  }
  const name = server.name ?? server.url ?? server.address;
  return name === undefined || server.host === true ? HOST : serverName(name);
}

/** A server's own name as `server`: the reserved prefix "!" is percent-encoded (draft section 6.1.8: MUST NOT start with "!"). */
export function serverName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') return HOST;
  return trimmed.startsWith('!') ? `%21${trimmed.slice(1)}` : trimmed;
}

/** A URL of a server without user info, query and fragment; `undefined` when the text is no URL with a host. */
export function cleanUrl(url: string): string | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return undefined;
  }
  if (parsed.host === '') return undefined;
  const path = parsed.pathname === '/' ? '' : parsed.pathname;
  return `${parsed.protocol}//${parsed.host}${path}`;
}

/**
 * The URL for an address and a port. The scheme is not observed: http for port 80 and for loopback addresses, https otherwise.
 */
function urlOf(address: string, port: number | undefined): string | undefined {
  const ipv6 = IPV6.exec(address)?.[1];
  if (ipv6 === undefined && !HOST_NAME.test(address)) return undefined;
  const scheme = port === 80 || LOOPBACK.test(ipv6 ?? address) ? 'http' : 'https';
  const host = ipv6 === undefined ? address : `[${ipv6}]`;
  const shown = port === undefined || port === (scheme === 'http' ? 80 : 443) ? '' : `:${port}`;
  return cleanUrl(`${scheme}://${host}${shown}`);
}

/** A tool name split into the server's name and the server's own tool name, for hosts that write `mcp__server__tool`. */
export function splitToolName(tool: string): { readonly tool: string; readonly server?: ServerFacts } {
  const parts = tool.startsWith('mcp__') ? MCP_TOOL.exec(tool) : undefined;
  return parts?.[1] === undefined || parts[2] === undefined ? { tool } : { tool: parts[2], server: { name: parts[1] } };
}

/** What may stand between a server's prefix and the tool's own name. */
const SEPARATOR = /[_.:/-]/;

/** Whether two names can be one tool: equal, or one is the other behind a server's prefix (`github_create_issue`). */
export function sameTool(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return true;
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  return long.endsWith(short) && SEPARATOR.test(long.charAt(long.length - short.length - 1));
}

/** The end of a tool's name, which is the same for all names that {@link sameTool} takes for one tool: a key to look them up by. */
export function toolEnd(tool: string): string {
  return tool.split(SEPARATOR).at(-1) ?? tool;
}

/** What several records tell of one server, the first that knows something winning. */
export function mergeServers(all: readonly (ServerFacts | undefined)[]): ServerFacts | undefined {
  let merged: ServerFacts | undefined;
  for (const facts of all) if (facts !== undefined) merged = { ...facts, ...merged };
  return merged;
}
