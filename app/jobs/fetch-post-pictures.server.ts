import { fetchPostPictures } from '#app/domain/blog/post-pictures.server.ts'
import type { Services } from '#app/services.server.ts'

/**
 * Fetches pictures for the posts on the blog page; those that cannot be had stay plates.
 * At worst it takes a minute: three fetches of four seconds for each of five posts.
 */
export async function fetchPostPicturesJob(services: Services) {
  const { stored, failed } = await fetchPostPictures(services)
  if (failed > 0) services.log.warn({ stored, failed }, 'some pictures of blog posts could not be fetched')
}
