/** The address and account that a task counts against. */
export type Applicant = { readonly address: string; readonly account: string }

export type FairTurns = {
  /** Runs the task when its turn comes. Returns undefined immediately if the queue is full. */
  run<Value>(applicant: Applicant, task: () => Promise<Value>): Promise<Value> | undefined
}

type Bounds = {
  /** Maximum of concurrent tasks. */
  readonly width: number
  /** The maximum for one address. Less than `width`, so that one address alone cannot delay another's first task. */
  readonly widthOfAddress: number
  readonly maxWaiting: number
  readonly maxWaitingOfAddress: number
}

type Address = { running: number; waiting: number; readonly accounts: Map<string, Start[]> }
type Start = () => void

/**
 * A fair queue. Addresses take turns, and the accounts of one address take turns within it: a new address waits for at
 * most one task of each waiting address, however many tasks one address sends.
 */
export function createFairTurns({ width, widthOfAddress, maxWaiting, maxWaitingOfAddress }: Bounds): FairTurns {
  let running = 0
  let waiting = 0
  /** Addresses with tasks, in order of their next turn. */
  const addresses = new Map<string, Address>()

  const startNext = (): void => {
    if (running >= width) return
    for (const [name, address] of addresses) {
      const [account, starts] = first(address.accounts)
      if (account === undefined || starts === undefined || address.running >= widthOfAddress) continue
      const [start, ...later] = starts
      // Moves the account and the address to the end of their queues; drops the account after its last task.
      address.accounts.delete(account)
      if (later.length > 0) address.accounts.set(account, later)
      addresses.delete(name)
      addresses.set(name, address)
      address.waiting -= 1
      waiting -= 1
      address.running += 1
      running += 1
      start?.()
      return
    }
  }

  const end = (name: string, address: Address): void => {
    address.running -= 1
    running -= 1
    if (address.running + address.waiting === 0) addresses.delete(name)
    startNext()
  }

  const inTurn = async <Value>(
    { address: name, account }: Applicant,
    address: Address,
    task: () => Promise<Value>,
  ): Promise<Value> => {
    const turn = new Promise<void>((resolve) => {
      address.accounts.set(account, [...(address.accounts.get(account) ?? []), resolve])
    })
    addresses.set(name, address)
    address.waiting += 1
    waiting += 1
    startNext()
    await turn
    try {
      return await task()
    } finally {
      end(name, address)
    }
  }

  return {
    run(applicant, task) {
      const address = addresses.get(applicant.address) ?? { running: 0, waiting: 0, accounts: new Map() }
      const startsNow = running < width && address.running < widthOfAddress
      const hasRoom = waiting < maxWaiting && address.waiting < maxWaitingOfAddress
      return startsNow || hasRoom ? inTurn(applicant, address, task) : undefined
    },
  }
}

const first = <Value>(map: Map<string, Value>): [key: string, value: Value] | [] => {
  for (const entry of map) return entry
  return []
}
