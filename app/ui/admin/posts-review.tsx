import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { postsPage as words } from '#content/pages/admin-claims.ts'
import { ClaimHits, type ShownClaim } from './claim-hits.tsx'

export type PostView = {
  key: string
  address: string
  title: string
  date: string
  state: 'clear' | 'marked' | 'kept' | 'hidden'
  claims: ShownClaim[]
  /** Of the claims, for the decision to approve them. */
  fingerprint: string
}

export type PostOutcome = { key: string; notice?: string; error?: string }

type PostsReviewProps = { latest: PostView[]; older: PostView[]; outcome?: PostOutcome }

export function PostsReview({ latest, older, outcome }: PostsReviewProps) {
  const isListed = [...latest, ...older].some(({ key }) => key === outcome?.key)
  return (
    <>
      {outcome && !isListed && <FormOutcome form={outcome} />}
      <PostGroup id="latest-posts" heading={words.latest} posts={latest} outcome={outcome} />
      {older.length > 0 && <PostGroup id="older-posts" heading={words.older} posts={older} outcome={outcome} />}
    </>
  )
}

type PostGroupProps = { id: string; heading: string; posts: PostView[]; outcome?: PostOutcome }

function PostGroup({ id, heading, posts, outcome }: PostGroupProps) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {posts.length === 0 && <p className="muted">{words.empty}</p>}
      {posts.map((post) => (
        <PostRow key={post.key} post={post} outcome={outcome?.key === post.key ? outcome : undefined} />
      ))}
    </section>
  )
}

/** Open while there is something to decide. */
function PostRow({ post, outcome }: { post: PostView; outcome?: PostOutcome }) {
  const { key, address, title, date, state, claims, fingerprint } = post
  return (
    <details className="adm-row" id={`post-${key}`} open={state === 'marked' || outcome !== undefined}>
      <summary>
        <span>
          {title}
          {date && <span className="hint"> {date}</span>}
        </span>
        <span className={state === 'marked' ? 'tag tag-look' : 'tag'}>
          {state === 'marked' ? words.states.marked(countSentences(claims)) : words.states[state]}
        </span>
      </summary>
      <div className="stack">
        {outcome && <FormOutcome form={outcome} />}
        {claims.length > 0 && <ClaimHits hits={claims} />}
        <p>{state === 'hidden' ? words.hiddenHint : <a href={address}>{words.read}</a>}</p>
        <form method="post" action={`#${outcomeId}`} className="row">
          <input type="hidden" name="address" value={address} />
          <input type="hidden" name="fingerprint" value={fingerprint} />
          {state === 'hidden' ? (
            <Decision intent="show">{words.show}</Decision>
          ) : (
            <>
              {state === 'marked' && <Decision intent="keep">{words.keep}</Decision>}
              <Decision intent="hide">{words.hide}</Decision>
            </>
          )}
        </form>
        {state === 'marked' && <p className="hint">{words.keepHint}</p>}
      </div>
    </details>
  )
}

const countSentences = (claims: ShownClaim[]) => new Set(claims.map(({ sentence }) => sentence)).size

const Decision = ({ intent, children }: { intent: 'hide' | 'show' | 'keep'; children: string }) => (
  <Button kind="line" small name="intent" value={intent}>
    {children}
  </Button>
)
