type AuditFault = 'edited' | 'inserted' | 'removed' | 'reordered' | 'truncated' | 'head'

/** A place at which the trail was altered. `row`: the row's id; absent: it concerns no single row. */
export type AuditFinding = { readonly fault: AuditFault; readonly row?: string; readonly sentence: string }

export type Findings = {
  readonly list: readonly AuditFinding[]
  add(fault: AuditFault, row: string | undefined, sentence: string): void
  /** Whether so many were found that further ones would tell nothing new. */
  readonly isFull: boolean
}

const mostFindings = 100

export function createFindings(): Findings {
  const list: AuditFinding[] = []
  return {
    list,
    add(fault, row, sentence) {
      if (list.length < mostFindings) list.push({ fault, ...(row === undefined ? {} : { row }), sentence })
    },
    get isFull() {
      return list.length >= mostFindings
    },
  }
}
