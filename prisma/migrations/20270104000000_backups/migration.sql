-- CreateTable
CREATE TABLE "backup_plans" (
    "id" INTEGER NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "hour" INTEGER NOT NULL,
    "keep" INTEGER NOT NULL,
    "target" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "backup_plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "backup_runs" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "file" TEXT,
    "bytes" BIGINT,
    "rows" BIGINT,
    "error" TEXT,

    CONSTRAINT "backup_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backup_runs_started_at_idx" ON "backup_runs"("started_at" DESC);
