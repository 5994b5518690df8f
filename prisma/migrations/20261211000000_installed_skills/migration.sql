-- AlterTable
ALTER TABLE "skill_releases" ADD COLUMN     "commit" TEXT,
ADD COLUMN     "publisher" TEXT,
ADD COLUMN     "ref" TEXT;

-- CreateTable
CREATE TABLE "installed_skills" (
    "name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "is_requested" BOOLEAN NOT NULL,
    "previous_digest" TEXT,
    "installed_by" TEXT NOT NULL,
    "installed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installed_skills_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "installed_skills_digest_idx" ON "installed_skills"("digest");

-- CreateIndex
CREATE INDEX "installed_skills_previous_digest_idx" ON "installed_skills"("previous_digest");

-- AddForeignKey
ALTER TABLE "installed_skills" ADD CONSTRAINT "installed_skills_digest_fkey" FOREIGN KEY ("digest") REFERENCES "skill_releases"("digest") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installed_skills" ADD CONSTRAINT "installed_skills_previous_digest_fkey" FOREIGN KEY ("previous_digest") REFERENCES "skill_releases"("digest") ON DELETE SET NULL ON UPDATE CASCADE;
