type AuditFault = 'edited' | 'inserted' | 'removed' | 'reordered' | 'truncated' | 'head'

/** A place at which the trail was altered. `row`: the id of the row; absent if no single row is concerned. */
export type AuditFinding = { readonly fault: AuditFault; readonly row: string | undefined; readonly sentence: string }

export type Findings = {
  readonly list: readonly AuditFinding[]
  add(fault: AuditFault, row: string | undefined, sentence: string): void
  /** Whether the list is full, so that further findings are not added. */
  readonly isFull: boolean
}

const maxFindings = 100

export function createFindings(): Findings {
  const list: AuditFinding[] = []
  return {
    list,
    add(fault, row, sentence) {
      if (list.length < maxFindings) list.push({ fault, row, sentence })
    },
    get isFull() {
      return list.length >= maxFindings
    },
  }
}
