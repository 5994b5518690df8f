/** The address of an execution, as the agent that asks reaches this instance. */
export function pollUrlOf(request: Request, publicUrl: string | undefined, token: string): string {
  return new URL(`/executions/${token}`, instanceUrlOf(request, publicUrl)).href
}

/** The URL of this instance, as the agent that asks reaches it, without a slash at its end. */
export function instanceUrlOf(request: Request, publicUrl: string | undefined): string {
  return (publicUrl ?? originOf(request)).replace(/\/+$/, '')
}

/** The host that the agent named. It only decides what the agent itself is told. */
function originOf(request: Request): string {
  const { protocol, host } = new URL(request.url)
  const named = request.headers.get('host') ?? host
  return /^[\w.:[\]-]+$/.test(named) ? `${protocol}//${named}` : `${protocol}//${host}`
}
