/** What a run of processes under faults found: its lines, and whether all that it promises held. */
export type FaultReport = { readonly lines: readonly string[]; readonly held: boolean }
