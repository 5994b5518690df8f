/** Runs once when the server starts, so that all services are ready before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node.ts')).start()
}
