/**
 * Whether a script of the page follows the newsletter (enhance/newsletter-run.ts says so by a cookie, from the review
 * on): then the page must not load itself anew under somebody's hands.
 */
export const isFollowed = (request: Request) => /(?:^|;\s*)follows=1(?:;|$)/.test(request.headers.get('Cookie') ?? '')
