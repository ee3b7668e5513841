import { findClaims } from '#app/domain/claims/find-claims.ts'
import { contentTexts } from './content-texts.ts'

/** What in content/ reads as a claim about a disease: a line for each, with a lawful wording. */
export async function claimsInContent(): Promise<string[]> {
  const texts = await contentTexts()
  return texts.flatMap(({ file, text }) =>
    // In the feed, what stands in two elements is no sentence.
    findClaims(text.replace(/<[^>]*>/g, '\n\n')).map(
      ({ words, sentence, why, instead }) =>
        `content/${file}: '${words}' in '${sentence}'. ${why} Say instead: '${instead}'.`,
    ),
  )
}
