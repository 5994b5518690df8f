-- Compatible with 20270108090000_due_searches
-- AlterTable
ALTER TABLE "execution_hours" ADD COLUMN "executions" INTEGER,
ADD COLUMN "failed" INTEGER,
ADD COLUMN "open" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "execution_days" (
    "day" TIMESTAMPTZ(3) NOT NULL,
    "counts" JSON NOT NULL,

    CONSTRAINT "execution_days_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "usage_sums" (
    "day" DATE NOT NULL,
    "total" JSONB NOT NULL,
    "most" JSONB NOT NULL,
    "rows" INTEGER NOT NULL,

    CONSTRAINT "usage_sums_pkey" PRIMARY KEY ("day")
);

-- DropIndex
DROP INDEX "profile_keys_name_idx";

-- CreateIndex
CREATE INDEX "profile_keys_name_profile_id_idx" ON "profile_keys"("name", "profile_id");

-- CreateIndex
CREATE INDEX "profile_keys_credential_id_idx" ON "profile_keys"("credential_id");

-- The counts of hours whose executions were deleted since then cannot be made again.
UPDATE "execution_hours" SET ("executions", "failed") = (
    SELECT coalesce(sum((owner->>1)::int), 0), coalesce(sum((owner->>2)::int), 0)
    FROM json_array_elements("counts") AS owner
);
