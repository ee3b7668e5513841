import { findStoredPicture } from '#app/domain/blog/post-pictures.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { tryLoad } from '#app/http/load.ts'
import type { Route } from './+types/picture.ts'

/** The id is a hash of the bytes, so the picture never changes. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const read = await tryLoad(context, async () => ({ picture: await findStoredPicture(services, params.id) }))
  if (!read) return new Response('Please try again soon.', { status: 503, headers: { 'Content-Type': 'text/plain' } })
  const { picture } = read
  if (!picture) return new Response('No such picture.', { status: 404, headers: { 'Content-Type': 'text/plain' } })
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      'Content-Type': picture.mediaType,
      'Content-Length': String(picture.bytes.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
