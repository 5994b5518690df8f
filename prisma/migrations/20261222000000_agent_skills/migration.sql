-- CreateTable
CREATE TABLE "agent_skills" (
    "slug" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "digest" TEXT,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_skills_pkey" PRIMARY KEY ("slug","skill")
);

-- CreateIndex
CREATE INDEX "agent_skills_digest_idx" ON "agent_skills"("digest");

-- AddForeignKey
ALTER TABLE "agent_skills" ADD CONSTRAINT "agent_skills_digest_fkey" FOREIGN KEY ("digest") REFERENCES "skill_releases"("digest") ON DELETE RESTRICT ON UPDATE CASCADE;
