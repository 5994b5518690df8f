/** Shows what is going on. */
export type Progress = {
  /** One step, from its beginning to its end. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>
  /** What the step under way is at, in a few words. */
  detail(text: string): void
}
