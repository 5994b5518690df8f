-- AlterEnum
ALTER TYPE "execution_status" ADD VALUE 'suspended';
