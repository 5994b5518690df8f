import { Children, type ReactNode } from 'react'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { bold } from '../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../ui/texts.tsx'
import { DataBadge } from './data-badge.tsx'
import { InfoPopover } from './info-popover.tsx'
import { useReader } from './reader.tsx'

/**
 * A button of the status line that says what holds for all prices of a list: that its offers cannot be
 * bought, that a source left out rates, that prices are converted. Shows nothing if there is nothing to say.
 */
export function ListNotes({ label, children }: { label: DataLabel | undefined; children?: ReactNode }) {
  const { kind } = useReader()
  const t = useTexts('results')
  const rich = useRichTexts('results')
  const isForSale = label === undefined || label === 'live'
  if (isForSale && !Children.toArray(children).some(Boolean)) return null
  return (
    <span className="list-notes">
      <InfoPopover
        label={t('aboutPrices')}
        className="list-notes-button"
        face={
          <>
            <DataBadge data={label} />
            <span className={classes(!isForSale && 'sr-only')}>{t('aboutPrices')}</span>
            <Icon name="down" small />
          </>
        }
      >
        {!isForSale && (
          <Notice tone="sample">
            {label === 'sample' ? rich('sampleNotice', { kind, b: bold }) : rich('testNotice', { b: bold })}
          </Notice>
        )}
        {children}
      </InfoPopover>
    </span>
  )
}
