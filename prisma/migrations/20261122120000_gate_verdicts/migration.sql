-- CreateTable
CREATE TABLE "gate_verdicts" (
    "digest" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "files" TEXT NOT NULL,
    "findings" JSON NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gate_verdicts_pkey" PRIMARY KEY ("digest","rules")
);

-- AddForeignKey
ALTER TABLE "gate_verdicts" ADD CONSTRAINT "gate_verdicts_digest_fkey" FOREIGN KEY ("digest") REFERENCES "skill_releases"("digest") ON DELETE CASCADE ON UPDATE CASCADE;
