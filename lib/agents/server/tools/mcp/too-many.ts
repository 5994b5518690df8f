/** The answer to a request that would open too much at once, in the form of the protocol. */
export const tooMany = (message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32603, message } }, { status: 429 })
