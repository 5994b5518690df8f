-- CreateTable
CREATE TABLE "skill_compositions" (
    "digest" TEXT NOT NULL,
    "own" TEXT NOT NULL,
    "parents" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_compositions_pkey" PRIMARY KEY ("digest")
);
