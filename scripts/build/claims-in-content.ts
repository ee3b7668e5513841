import { findClaims } from '#app/domain/claims/find-claims.ts'
import { loadContentTexts } from './content-texts.ts'

/** One line for each disease claim in content/, with a lawful wording. */
export async function findClaimsInContent(): Promise<string[]> {
  const texts = await loadContentTexts()
  return texts.flatMap(({ file, text }) =>
    // In the feed, text of two elements is not one sentence.
    findClaims(text.replace(/<[^>]*>/g, '\n\n')).map(
      ({ words, sentence, why, instead }) =>
        `content/${file}: '${words}' in '${sentence}'. ${why} Say instead: '${instead}'.`,
    ),
  )
}
