import './confirm.css'
import type { ConfirmationView } from '#lib/shared/confirmation-view.ts'
import { ConfirmationCard } from './confirmation-card.tsx'

/** The questions of skills that want to act for a person. */
export function ConfirmPage({ title, views }: { title: string; views: readonly ConfirmationView[] }) {
  return (
    <main id="main" tabIndex={-1} className="confirm">
      <h1 className="title">{title}</h1>
      <p>{views.length === 0 ? 'No skill wants to act for you now.' : 'Nothing happens until you confirm.'}</p>
      <div className="confirm-list">
        {views.map((view) => (
          <ConfirmationCard key={view.id} view={view} />
        ))}
      </div>
    </main>
  )
}
