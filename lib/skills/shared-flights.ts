/**
 * Runs identical work once for all who ask at the same moment. Each caller leaves by its own signal; the work is
 * aborted when the last one left.
 */
export type SharedFlights<Result> = {
  /**
   * Joins the flight under `key`, or starts it with a signal of its own.
   *
   * @throws the signal's reason when `signal` aborts before the work is done.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

type Flight<Result> = { readonly result: Promise<Result>; readonly controller: AbortController; passengers: number }

export function createSharedFlights<Result>(): SharedFlights<Result> {
  const flights = new Map<string, Flight<Result>>()

  function board(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const flying = flights.get(key)
    if (flying) return flying
    const controller = new AbortController()
    const flight = { controller, passengers: 0, result: start(controller.signal).finally(() => land(key, flight)) }
    flights.set(key, flight)
    return flight
  }

  /** Only this flight: a newer one may have taken the key after this was left. */
  function land(key: string, flight: Flight<Result>) {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return {
    async join(key, signal, start) {
      signal.throwIfAborted()
      const flight = board(key, start)
      flight.passengers++
      const { promise: left, reject } = Promise.withResolvers<never>()
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race([flight.result, left])
      } finally {
        signal.removeEventListener('abort', leave)
        if (--flight.passengers === 0) {
          land(key, flight)
          flight.controller.abort()
          flight.result.catch(() => {})
        }
      }
    },
  }
}
