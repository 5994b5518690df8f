import { NewProfile, ProfileView } from '#lib/agents/model/profile-schema.ts'
import { mayCreateProfile, setupCodeHeader } from '#lib/agents/server/api/may-create-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'createProfile',
  summary: 'Creates a profile. Its id is the only secret of its agent.',
  who: 'anyone',
  limit: 'profiles',
  body: NewProfile,
  status: 201,
  answers: { 201: { description: 'The profile', schema: ProfileView } },
  errors: ['CONFLICT'],
  checkFirst: {
    header: setupCodeHeader,
    check: async ({ request, services }) => mayCreateProfile(request.headers, services.profileDoor),
  },
  handle: ({ input, context, services }) => services.profiles.create(input, context.limitKey),
})
