import './confirm.css'
import { getTranslations } from 'next-intl/server'
import type { ConfirmationView } from '#lib/agents/model/confirmation-view.ts'
import { FreshPage } from '../../ui/fresh-page.tsx'
import { ConfirmationCard } from './confirmation-card.tsx'

/** The questions of skills that want to act for a person. */
export async function ConfirmPage({ views, nowMs }: { views: readonly ConfirmationView[]; nowMs: number }) {
  const t = await getTranslations('confirm')
  return (
    <main id="main" tabIndex={-1} className="confirm">
      <FreshPage nowMs={nowMs} />
      <h1 className="title">{t('title')}</h1>
      <p>{t(views.length === 0 ? 'none' : 'untilConfirm')}</p>
      <div className="confirm-list">
        {views.map((view) => (
          <ConfirmationCard key={view.id} view={view} nowMs={nowMs} />
        ))}
      </div>
    </main>
  )
}
