/** Whose work a task is. */
export type Applicant = { readonly address: string; readonly account: string }

export type FairTurns = {
  /** Runs the task in its turn; undefined, at once, when there is no room for it to wait. */
  run<Value>(applicant: Applicant, task: () => Promise<Value>): Promise<Value> | undefined
}

type Bounds = {
  /** How many tasks run at once. */
  readonly width: number
  readonly mostWaiting: number
  readonly mostWaitingOfAddress: number
}

type Start = () => void

/**
 * A queue in which addresses take turns, and the accounts that one address asks for take turns within it: however much one of them
 * sends, a task of another address comes after at most one task of each that waits.
 */
export function createFairTurns({ width, mostWaiting, mostWaitingOfAddress }: Bounds): FairTurns {
  let running = 0
  let waiting = 0
  /** In the order in which they come next. */
  const addresses = new Map<string, Map<string, Start[]>>()

  const hasRoom = (address: string): boolean => {
    const ofAddress = [...(addresses.get(address)?.values() ?? [])].reduce((sum, { length }) => sum + length, 0)
    return waiting < mostWaiting && ofAddress < mostWaitingOfAddress
  }

  const wait = ({ address, account }: Applicant): Promise<void> =>
    new Promise((resolve) => {
      const accounts = addresses.get(address) ?? new Map<string, Start[]>()
      accounts.set(account, [...(accounts.get(account) ?? []), resolve])
      addresses.set(address, accounts)
      waiting += 1
    })

  const startNext = (): void => {
    const [address, accounts] = first(addresses)
    const [account, starts] = accounts ? first(accounts) : []
    const [start, ...later] = starts ?? []
    if (address === undefined || accounts === undefined || account === undefined || start === undefined) {
      running -= 1
      return
    }
    waiting -= 1
    // To the end of both lines, or out of them when it was the last.
    accounts.delete(account)
    if (later.length > 0) accounts.set(account, later)
    addresses.delete(address)
    if (accounts.size > 0) addresses.set(address, accounts)
    start()
  }

  const inTurn = async <Value>(turn: Promise<void> | undefined, task: () => Promise<Value>): Promise<Value> => {
    await turn
    try {
      return await task()
    } finally {
      startNext()
    }
  }

  return {
    run(applicant, task) {
      if (running < width) {
        running += 1
        return inTurn(undefined, task)
      }
      return hasRoom(applicant.address) ? inTurn(wait(applicant), task) : undefined
    },
  }
}

const first = <Value>(map: Map<string, Value>): [key: string, value: Value] | [] => {
  for (const entry of map) return entry
  return []
}
