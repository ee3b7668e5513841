import { redirect } from 'react-router'
import { sitePhotos } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import { fileAddress } from '#app/domain/pictures/picture.ts'
import { findPictureFile } from '#app/domain/pictures/picture-files.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { tryLoad } from '#app/http/load.ts'
import { pictureUrl } from '#app/ui/site/pictures.tsx'
import { photos } from '#content/pictures.ts'
import type { Route } from './+types/file.ts'

/** Emails show them, which some people read on the page of another website. */
const shownElsewhere = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

const plain = { 'Content-Type': 'text/plain' }
const notThere = () => new Response('No such picture.', { status: 404, headers: plain })

/** A photograph of the website itself at an address that lasts, for emails: that of its file changes with the file. */
function findSitePhoto(name: string) {
  const [, photo = ''] = /^(.+)\.jpg$/.exec(name) ?? []
  return Object.hasOwn(photos, photo)
    ? redirect(pictureUrl(name), { headers: { ...shownElsewhere, 'Cache-Control': 'public, max-age=3600' } })
    : notThere()
}

/** A file of the library. Its name has a hash of the bytes, so it never changes. */
export async function loader({ params: { id, name }, request, context }: Route.LoaderArgs) {
  if (id === sitePhotos) return findSitePhoto(name)
  const services = context.get(servicesContext)
  const read = await tryLoad(context, async () => ({ file: await findPictureFile(services, { id, name }) }))
  if (!read) return new Response('Please try again soon.', { status: 503, headers: plain })
  const { file } = read
  if (!file) return notThere()
  if ('movedTo' in file) return redirect(fileAddress({ id }, { name: file.movedTo }), { headers: shownElsewhere })
  const etag = `"${name}"`
  const headers = {
    ...shownElsewhere,
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
  }
  if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(file.bytes), {
    headers: { ...headers, 'Content-Type': file.mediaType, 'Content-Length': String(file.bytes.length) },
  })
}
