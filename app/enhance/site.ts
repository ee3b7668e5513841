// The only script of content pages: it makes nicer what works without it. Kept under 5 KB, imports no library.
import { suggestEmailFixes } from './email-typos.ts'
import { enhanceForms } from './forms.ts'
import { submitOnChange } from './submit-on-change.ts'
import { guardSubmissions } from './pending.ts'
import { refreshCartCount } from './cart-count.ts'
import { detectSignOut } from './sign-out.ts'
import { ignoreBlankSearches } from './search-boxes.ts'
import { pollPosts } from './poll-posts.ts'
import { navigateInPlace } from './widget.ts'

ignoreBlankSearches()
// Without it the browser is older than other things that the rest needs, such as knowing which button was pressed
// (Safari before 16): it does well as one without scripts.
if (typeof AbortSignal.timeout === 'function') {
  enhanceForms()
  // After it, for what it leaves to the browser.
  guardSubmissions()
  submitOnChange()
  refreshCartCount()
  detectSignOut()
  pollPosts()
  navigateInPlace()
  suggestEmailFixes()
}
