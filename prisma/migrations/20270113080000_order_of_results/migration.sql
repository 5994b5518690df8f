-- Compatible with 20270112080000_proposed_places
-- `jsonb` sorts the keys of results. What it has sorted stays so.
-- This writes both tables anew: nobody reads them meanwhile, and the disk needs their size once more.
-- AlterTable
ALTER TABLE "executions" ALTER COLUMN "output" TYPE JSON USING "output"::JSON;

-- AlterTable
ALTER TABLE "journal_entries" ALTER COLUMN "args" TYPE JSON USING "args"::JSON,
ALTER COLUMN "result" TYPE JSON USING "result"::JSON;
