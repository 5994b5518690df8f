/** Shows progress. */
export type Progress = {
  /** Shows one step from its start to its end. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>
  /** Shows the state of the current step in a few words. */
  detail(text: string): void
}
