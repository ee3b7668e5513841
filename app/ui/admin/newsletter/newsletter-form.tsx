import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { newsletterIssue } from '#content/emails.ts'
import { newslettersPage as words } from '#content/pages/admin-newsletter.ts'
import { resolveWords } from '#content/pages/page.ts'

type NewsletterFormProps = {
  clinic: ClinicFacts
  draft: string
  posts: { title: string; url: string }[]
  form: FormState
}

export function NewsletterForm({ clinic, draft, posts, form }: NewsletterFormProps) {
  const { url, subject, intro } = words
  return (
    <section className="panel" aria-labelledby="new">
      <h2 id="new">{words.heading}</h2>
      <form method="post" action="/admin/newsletter#outcome" noValidate>
        <ProblemSummary form={form} />
        <input type="hidden" name="draft" value={draft} />
        <Field
          {...url}
          {...fieldState(form, 'url')}
          name="url"
          type="url"
          inputMode="url"
          list="posts"
          autoComplete="off"
        />
        <datalist id="posts">
          {posts.map((post) => (
            <option key={post.url} value={post.url}>
              {post.title}
            </option>
          ))}
        </datalist>
        <Field
          label={subject.label}
          hint={subject.hint(resolveWords(newsletterIssue.subject, clinic))}
          {...fieldState(form, 'subject')}
          name="subject"
          optional
          autoComplete="off"
        />
        <Field {...intro} {...fieldState(form, 'intro')} name="intro" multiline rows={5} optional />
        <FormOutcome form={form} />
        <div className="row">
          <Button>{words.button}</Button>
          <p className="hint">{words.buttonHint}</p>
        </div>
      </form>
    </section>
  )
}
