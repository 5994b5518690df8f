'use client'

import { useTexts } from '../../ui/texts.tsx'

/** Keeps the space of the notification switch, which only the browser can show, so that nothing below it moves. */
export function PushSpace() {
  const t = useTexts('alerts')
  return (
    <div className="alert-ways push-space no-print" aria-hidden="true">
      <div className="action-row">
        <b>{t('pushSwitch')}</b>
        <span className="switch" />
      </div>
      <p className="quiet">{t('pushOff')}</p>
    </div>
  )
}
