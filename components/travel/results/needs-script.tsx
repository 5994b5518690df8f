import { getTranslations } from 'next-intl/server'
import { StatePanel } from './states/state-panel.tsx'

/**
 * Replaces the results in a browser without scripts. The style sheet hides the loading state, which would never end.
 */
export async function NeedsScript() {
  const t = await getTranslations('results')
  return (
    <noscript>
      <div className="needs-script">
        <StatePanel icon="info" title={t('needsScriptTitle')}>
          <p>{t('needsScriptText')}</p>
        </StatePanel>
      </div>
    </noscript>
  )
}
