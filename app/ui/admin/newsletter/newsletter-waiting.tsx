import { Button } from '#app/ui/primitives/button.tsx'
import { newsletterPage } from '#content/pages/admin-newsletter.ts'

export function NewsletterWaiting({ late, starts }: { late: boolean; starts: string }) {
  const words = late ? newsletterPage.late : newsletterPage.scheduled
  return (
    <section className="panel stack">
      <p>{words.text(starts)}</p>
      <form method="post" action="#outcome" className="row">
        <Button name="intent" value="send">
          {words.now}
        </Button>
        <Button kind="line" name="intent" value="unschedule">
          {words.takeBack}
        </Button>
      </form>
    </section>
  )
}
