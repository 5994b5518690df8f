import type { ProfileTemplate } from '#lib/agents/model/profile-template.ts'
import type { AgentAuth } from '#lib/agents/server/api/agent-call.ts'
import type { ProfileDoor } from '#lib/agents/server/api/may-create-profile.ts'
import type { ConfirmationDesk } from '#lib/agents/server/confirmations/confirmation-desk.ts'
import type { ShowOutput } from '#lib/agents/server/confirmations/shown-output.ts'
import type { AgentKeys } from '#lib/agents/server/keys/agent-keys.ts'
import type { AgentSecrets } from '#lib/agents/server/keys/agent-secrets.ts'
import type { AgentSkills } from '#lib/agents/server/keys/agent-skills.ts'
import type { ManageMessages } from '#lib/agents/server/messages/manage-messages.ts'
import type { ManageProfiles } from '#lib/agents/server/profiles/manage-profiles.ts'
import type { Profiles } from '#lib/agents/server/profiles/profiles.ts'
import type { ScriptLanguages } from '#lib/agents/server/scripts/script-languages.ts'
import type { Scripts } from '#lib/agents/server/scripts/scripts.ts'
import type { McpDoor } from '#lib/agents/server/tools/mcp/mcp-door.ts'
import type { RealtimeStarter } from '#lib/agents/server/tools/realtime/realtime-starter.ts'
import type { SkillTools } from '#lib/agents/server/tools/skill-tools.ts'
import type { AlertTest } from '#lib/console/model/console-alerts.ts'
import type { Moving } from '#lib/console/server/moving/moving.ts'
import type { Health } from '#lib/platform/model/health.ts'
import type { AuditChecks } from '#lib/platform/server/audit/audit-checks.ts'
import type { OpenAuditTrail } from '#lib/platform/server/audit/open-audit-trail.ts'
import type { Auth } from '#lib/platform/server/auth/auth.ts'
import type { ConsoleTokens } from '#lib/platform/server/auth/console-tokens.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Backups } from '#lib/platform/server/backup/schedule/backups.ts'
import type { Env } from '#lib/platform/server/env/env.ts'
import type { MeasuredDiskRoom } from '#lib/platform/server/health/disk-room.ts'
import type { OriginCheck } from '#lib/platform/server/http/origin.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { RateLimits } from '#lib/platform/server/http/rate-limit.ts'
import type { Metrics } from '#lib/platform/server/metrics/create-metrics.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { Tracing } from '#lib/platform/server/telemetry/tracing.ts'
import type { Tunnel } from '#lib/platform/server/tunnel/tunnel.ts'
import type { KeyRotation } from '#lib/platform/server/vault/key-rotation.ts'
import type { Vault } from '#lib/platform/server/vault/open-vault.ts'
import type { Installer } from '#lib/skills/server/installing/installer.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import type { Approvals } from '#lib/skills/server/registry/approvals.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { ReleaseStore } from '#lib/skills/server/registry/release-store.ts'
import type { PublishedSkills } from '#lib/skills/server/sources/published-skills.ts'
import type { AccountExport } from '#lib/travel/model/account-export.ts'
import type { TravelProfile } from '#lib/travel/model/usual-profile.ts'
import type { KeptSearch } from '#lib/travel/server/account/kept-searches.ts'
import type { AlertMail } from '#lib/travel/server/alerts/mail/alert-mail.ts'
import type { AlertPush } from '#lib/travel/server/alerts/push/push-subscriptions.ts'
import type { AreaMaps } from '#lib/travel/server/charts/area-maps.ts'
import type { StripCharts } from '#lib/travel/server/charts/strip-charts.ts'
import type { TileSource } from '#lib/travel/server/map-tiles/tile-source.ts'
import type { HotelPhotos } from '#lib/travel/server/photos/hotel-photos.ts'
import type { Gazetteer } from '#lib/travel/server/places/gazetteer.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import type { SavedSearches } from '#lib/travel/server/saved-searches/saved-searches.ts'
import type { DatePrices } from '#lib/travel/server/search/date-prices.ts'
import type { DayPrices } from '#lib/travel/server/search/day-prices.ts'
import type { LatestRates } from '#lib/travel/server/search/latest-rates.ts'
import type { NoteAnswer } from '#lib/travel/server/search/note-answer.ts'
import type { createSearchByCapability } from '#lib/travel/server/search/search-by-capability.ts'
import type { SearchHistory } from '#lib/travel/server/search/search-history.ts'
import type { SearchTurns } from '#lib/travel/server/search/search-turns.ts'
import type { SourceStatuses } from '#lib/travel/server/search/sources.ts'
import type { ShareCards } from '#lib/travel/server/share/share-cards.ts'
import type { Trips } from '#lib/travel/server/trips/trips.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import type { AnswerStore, Clock } from '#runner/core/ports.ts'
import type { Executor } from '#runner/executor/create-executor.ts'
import type { Replay } from '#runner/run/replay.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import type { Containers } from './containers.ts'

/**
 * The services of the app and the command line. Built once per process; disposing them stops everything they started.
 */
export type Services = AsyncDisposable &
  Pick<PlatformPorts, 'db' | 'log'> & {
    /** Aborts when `drain` is called. */
    readonly draining: AbortSignal
    /** Begins no more work. Resolves when what runs here has ended. */
    drain(): Promise<void>
    readonly env: Env
    readonly config: TravelConfig
    readonly clock: Clock
    readonly places: Places
    readonly gazetteer: Gazetteer
    readonly stripCharts: StripCharts
    readonly areaMaps: AreaMaps
    readonly hotelPhotos: HotelPhotos
    readonly mapTiles: TileSource
    readonly skills: Registry
    readonly publishedSkills: PublishedSkills
    readonly approvals: Approvals
    readonly releases: ReleaseStore
    readonly installer: Installer
    readonly runner: SkillRunner
    /** Runs the same skills through the interface of the OpenClaw RFC (decision 047). */
    readonly executor: Executor
    readonly containers: Containers
    readonly replay: Replay
    readonly invokeSkill: InvokeSkill
    readonly searchByCapability: ReturnType<typeof createSearchByCapability>
    /** The data label of all providers; undefined if it is not known before they answer. */
    readonly expectedData: () => DataLabel | undefined
    /** The large answers of host calls, which the journals name by their hash. */
    readonly answers: Pick<AnswerStore, 'get'>
    readonly searchTurns: SearchTurns
    readonly searchHistory: SearchHistory
    readonly dayPrices: DayPrices
    readonly datePrices: DatePrices
    readonly shareCards: ShareCards
    /** The app's public URL; undefined if it is not configured. */
    readonly publicUrl: URL | undefined
    /** The flights and stays that travelers saved. */
    readonly trips: Trips
    /** The searches that the app repeats for travelers. */
    readonly savedSearches: SavedSearches
    readonly noteAnswer: NoteAnswer
    /** Price alerts by e-mail. */
    readonly alertMail: AlertMail
    /** Price alerts as browser notifications. */
    readonly alertPush: AlertPush
    readonly latestRates: LatestRates
    /** The status of each provider and its missing settings, for the operator. */
    readonly sources: SourceStatuses
    readonly auth: Auth
    /** The tokens with which scripts use the console. */
    readonly consoleTokens: ConsoleTokens
    /** A copy of a person's own data. */
    readonly exportAccount: (principal: Pick<Principal, 'id'>) => Promise<AccountExport | undefined>
    readonly readKeptSearches: (userId: string) => Promise<readonly KeptSearch[]>
    readonly readTravelProfile: (userId: string) => Promise<TravelProfile | null>
    readonly storeTravelProfile: (
      userId: string,
      profile: TravelProfile,
      keepStored: boolean,
    ) => Promise<Outcome<TravelProfile>>
    readonly audit: OpenAuditTrail
    /** Checks of the whole audit trail, in the background. */
    readonly auditChecks: AuditChecks
    readonly runtimes: readonly Runtime[]
    readonly vault: Vault
    readonly keyRotation: KeyRotation
    readonly profiles: Profiles
    readonly profileTemplates: readonly ProfileTemplate[]
    readonly scripts: Scripts
    readonly scriptLanguages: ScriptLanguages
    readonly manageProfiles: ManageProfiles
    /** Who may create profiles. */
    readonly profileDoor: ProfileDoor
    readonly agentAuth: AgentAuth
    /** The enabled skills as functions that models call. */
    readonly tools: SkillTools
    readonly agentKeys: AgentKeys
    readonly agentSkills: AgentSkills
    readonly agentSecrets: AgentSecrets
    /** Starts sessions with a Realtime API. */
    readonly realtime: RealtimeStarter
    /** Where a person confirms or declines the actions of skills. */
    readonly confirmationDesk: ConfirmationDesk
    readonly shownOutput: ShowOutput
    /** The messages that skills left for the operator. */
    readonly manageMessages: ManageMessages
    /** Sends an alert to the operator that says only that alerts arrive. */
    readonly testAlert: (context: Context) => Promise<Outcome<AlertTest>>
    readonly mcp: McpDoor
    /** The schedule of backups. */
    readonly backups: Backups
    /** From a public address to this process. */
    readonly tunnel: Tunnel
    /** Exports and imports of the console. */
    readonly moving: Moving
    readonly limits: RateLimits
    readonly checkOrigin: OriginCheck
    readonly diskRoom: MeasuredDiskRoom
    /** The figures of this process. */
    readonly metrics: Metrics
    readonly tracing: Tracing
    readonly health: () => Promise<Health>
  }
