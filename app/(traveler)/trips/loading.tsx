/** Shown while the saved trips are read. */
export default function TripsLoading() {
  return (
    <main id="main" tabIndex={-1} className="trips" aria-busy="true">
      <h1 className="title">Trips</h1>
      <p role="status">Reading your saved trips.</p>
    </main>
  )
}
