-- A row of the audit trail says itself which place it has: a sequence would leave holes.
ALTER TABLE "audit_events" ALTER COLUMN "id" DROP DEFAULT;
DROP SEQUENCE "audit_events_id_seq";

-- AlterTable
ALTER TABLE "executions" ADD COLUMN     "seal" TEXT;

-- AlterTable
ALTER TABLE "journal_entries" ADD COLUMN     "mac" TEXT;
