/** Removes or restores a saved offer. Returns whether it succeeded; never rejects. */
export async function changeTrip(
  id: string,
  change: 'remove' | 'restore',
  fetch: typeof globalThis.fetch,
): Promise<boolean> {
  const request =
    change === 'remove'
      ? fetch(`/api/trips/${id}`, { method: 'DELETE' })
      : fetch(`/api/trips/${id}/restore`, { method: 'POST' })
  return request.then(
    ({ ok }) => ok,
    () => false,
  )
}
