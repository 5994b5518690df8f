/** The URL at which the requesting agent can poll an execution. */
export function pollUrlOf(request: Request, publicUrl: string | undefined, executionToken: string): string {
  return new URL(`/executions/${executionToken}`, instanceUrlOf(request, publicUrl)).href
}

/** The URL at which the requesting agent reaches this instance, without a trailing slash. */
export function instanceUrlOf(request: Request, publicUrl: string | undefined): string {
  return (publicUrl ?? originOf(request)).replace(/\/+$/, '')
}

/** The origin from the agent's Host header. It is safe to use, because only the answer to this agent contains it. */
function originOf(request: Request): string {
  const { protocol, host } = new URL(request.url)
  const named = request.headers.get('host') ?? host
  return /^[\w.:[\]-]+$/.test(named) ? `${protocol}//${named}` : `${protocol}//${host}`
}
