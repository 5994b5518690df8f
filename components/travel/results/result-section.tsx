import { useSearchParams } from 'next/navigation'
import { Children, type ReactNode, type Ref, useEffect } from 'react'
import { type ListQuery, leftOutOf } from '#lib/travel/client/list-query.ts'
import type { Comparison } from '#lib/travel/model/hotels/total.ts'
import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import type { ListView, NoneView } from '#lib/travel/model/results/search-view.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Notice } from '../../ui/notice.tsx'
import { bold } from '../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../ui/texts.tsx'
import { usePrefetch, usePreload } from '../../ui/use-preload.ts'
import { DataBadge } from './data-badge.tsx'
import { listPanel } from './feed.tsx'
import { InfoPopover } from './info-popover.tsx'
import { useReader } from './reader.tsx'
import { SourceList } from './source-list.tsx'
import type { Explained, ExplainedView } from './states/explained-state.tsx'
import { ResultState } from './states/result-state.tsx'
import { MoreWaiting, StatusLine } from './status-line.tsx'
import type { ResultPage } from './use-results.ts'

interface ResultSectionProps {
  ref: Ref<HTMLElement>
  page: ResultPage
  listQuery: ListQuery
  label: string
  className?: string | undefined
  /** Content above the status line. */
  head: ReactNode
  /** Placeholder rows of the final height. */
  skeleton: ReactNode
  /** The rows of a list. */
  rows: ReactNode
  /** In place of the rows if the filters hide every result. */
  filteredOut: ReactNode
  /** What to say about the row in the URL if the list has no such row. */
  missing: string
  /** How the list compares prices in other currencies; absent if the list hides those offers. */
  comparison?: Comparison
  /** How many rows there are and what they are, if the list shows something other than its items. */
  counted?: { noun?: 'outbound' | 'returns'; rows: number; of: number }
  /** The control of the sort order, in a list without sort tabs. */
  sorting?: ReactNode
  /** Whether the URL names something that the list does not have; by default, whether the open row is missing. */
  isMissing?: boolean
  /** Explains an error of the server or of a source, or that there is no source. */
  Explained: Explained
  /** Renders the state without results. */
  none: (view: NoneView) => ReactNode
  /** In place of any state without a list, if given. */
  instead?: ReactNode
  /** Content below the list. */
  children?: ReactNode
}

// These notices are shown only after an answer, so their scripts can load then.
const CurrencyNotice = lazily(async () => (await import('./states/currency-notice.tsx')).CurrencyNotice)
const FewerHotels = lazily(async () => (await import('./states/partial-notice.tsx')).FewerHotels)
const PartialNotice = lazily(async () => (await import('./states/partial-notice.tsx')).PartialNotice)

// Also shown without a connection, so its script loads in advance.
const ListFailureNotice = lazily(async () => (await import('./states/list-failure-notice.tsx')).ListFailureNotice)
const inAdvance = [ListFailureNotice]

/** From this number of rows, a reader at the end of the list does not see the notice above it, so it is repeated. */
const LONG = 10

/** The list of one search under its notices, its placeholder while it loads, or the state in its place. */
export function ResultSection(props: ResultSectionProps) {
  const { ref, page, listQuery, label, className, head, skeleton, rows, filteredOut } = props
  const { Explained, none, instead, counted, sorting, children } = props
  const { state, view, list, isLoading, signIn, retry } = page
  const explained = (found: ExplainedView) => <Explained view={found} onRetry={retry} />
  const currency = view.kind === 'list' ? currencyNotice(props, view) : null
  usePrefetch(true, inAdvance)
  // Without a row that fits the filters, nothing has to keep its position.
  const isEmpty = view.kind === 'list' && list.rows.length === 0 && view.waiting.length > 0
  useEffect(() => {
    if (isEmpty) page.showAll()
  }, [isEmpty, page.showAll])
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={classes('results', className)}
      aria-label={label}
      aria-busy={state.phase !== 'done'}
    >
      {head}
      <StatusLine
        state={state}
        view={view}
        rows={counted?.rows ?? list.rows.length}
        of={counted?.of ?? list.all.length}
        noun={counted?.noun}
        notes={
          // One element before and after the answer: a reader who opened it while the list loaded keeps it open.
          (isLoading || view.kind === 'list') && (
            <ListNotes label={view.kind === 'list' ? view.offers[0]?.data : page.expected}>
              {view.kind === 'list' && state.sources.some((source) => hasFewer(source, view.isPartial)) && (
                <FewerHotels sources={state.sources} isPartial={view.isPartial} />
              )}
              {currency?.isConverted && currency.notice}
            </ListNotes>
          )
        }
        sorting={sorting}
        more={list.more}
        onShowAll={page.showAll}
        onRefresh={retry}
      />
      <LeftOut list={listQuery} isListed={view.kind === 'list'} />
      {view.kind === 'list' && (
        <>
          <ListNotices {...props} view={view} currency={currency} />
          {list.rows.length === 0 ? filteredOut : rows}
          {list.rows.length >= LONG && view.waiting.length > 0 && (
            <div className="list-end">
              <MoreWaiting view={view} count={list.more} onShowAll={page.showAll} />
            </div>
          )}
        </>
      )}
      {isLoading && <LoadingBoard page={page}>{skeleton}</LoadingBoard>}
      {view.kind !== 'list' &&
        view.kind !== 'loading' &&
        (instead || <ResultState view={view} none={none} explained={explained} signIn={signIn} onRetry={retry} />)}
      {children}
    </section>
  )
}

/** What to say about the currencies of a list, if its offers are not all in the requested one. */
function currencyNotice({ page, listQuery, comparison }: ResultSectionProps, view: ListView) {
  const asked = new URLSearchParams(page.query).get('currency') ?? 'USD'
  if (view.currency === asked && view.otherCurrencies.length === 0) return null
  return {
    // Such a list has every price in its order. Without rates, some are listed below the others.
    isConverted: view.currency === asked && Boolean(comparison?.rates),
    notice: (
      <CurrencyNotice
        view={view}
        query={page.query}
        listNames={listQuery.names}
        asked={asked}
        comparison={comparison}
      />
    ),
  }
}

interface ListNoticesProps extends Pick<ResultSectionProps, 'page' | 'missing' | 'isMissing' | 'Explained'> {
  view: ListView
  currency: ReturnType<typeof currencyNotice>
}

function ListNotices({ page, view, missing, currency, Explained, ...props }: ListNoticesProps) {
  const { state, list, open, signIn, retry } = page
  const isComplete = state.phase === 'done' && view.waiting.length === 0
  const isMissing = props.isMissing ?? (open !== null && !list.all.some(({ key }) => key === open))
  return (
    <>
      <Attributions sources={state.sources} shown={view.offers.map(({ source }) => source)} />
      {view.failure ? (
        <ListFailureNotice
          failure={view.failure}
          offers={view.offers}
          explained={(found) => <Explained view={found} offers={view.offers} onRetry={retry} />}
          signIn={signIn}
          onRetry={retry}
        />
      ) : (
        view.isPartial && <PartialNotice view={view} sources={state.sources} onRetry={retry} />
      )}
      {isMissing && isComplete && <Notice>{missing}</Notice>}
      {currency && !currency.isConverted && currency.notice}
    </>
  )
}

/** Whether a note has to say what a source left out. The notice of a partial list names the hotels not asked for. */
const hasFewer = ({ progress }: AskedSource, isPartial: boolean): boolean =>
  progress.state === 'answered' &&
  (progress.unread?.hotels_with_fewer_rates !== undefined ||
    (!isPartial && !progress.isFirst && progress.unread?.hotels_asked !== undefined))

/** The requested sources, above placeholder rows. Neither appears if the answer arrives quickly. */
function LoadingBoard({ page, children }: { page: ResultPage; children: ReactNode }) {
  const { kind } = useReader()
  return (
    <div className="board is-loading is-late" {...listPanel(kind, page.sort)}>
      <SourceList sources={page.state.sources} />
      {children}
    </div>
  )
}

interface AttributionsProps {
  sources: readonly AskedSource[]
  /** The skills whose offers are in the list. */
  shown: readonly string[]
}

/** The attributions that the providers of the shown offers require. */
export function Attributions({ sources, shown }: AttributionsProps) {
  const t = useTexts('results')
  const named = sources.flatMap(({ skill, attribution }) =>
    attribution && shown.includes(skill) ? [{ skill, ...attribution }] : [],
  )
  if (named.length === 0) return null
  return (
    <ul className="attributions flow dim" aria-label={t('credits')}>
      {named.map(({ skill, text, url }) => (
        <li key={skill}>
          {url === undefined ? (
            text
          ) : (
            <a className="link" href={url} target="_blank" rel="noopener noreferrer">
              {text}
              <span className="sr-only"> {t('opensNewTab')}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * A button of the status line that says what holds for all prices of a list: that its offers cannot be
 * bought, that a source left out rates, that prices are converted. Shows nothing if there is nothing to say.
 */
function ListNotes({ label, children }: { label: DataLabel | undefined; children?: ReactNode }) {
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

/** Loaded only for a link with unusable filters. */
const LeftOutNotice = lazily(async () => (await import('./states/currency-notice.tsx')).LeftOutNotice)

interface LeftOutProps {
  list: ListQuery
  isListed: boolean
}

/** Above a list: the filters and the sort order in the page's URL that the list cannot apply, if any. */
export function LeftOut({ list, isListed }: LeftOutProps) {
  const parts = leftOutOf(useSearchParams(), list)
  const isNeeded = parts.length > 0
  usePreload(isNeeded, LeftOutNotice)
  return isListed && isNeeded && <LeftOutNotice parts={parts} />
}
