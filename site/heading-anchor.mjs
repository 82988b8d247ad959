/** The anchor that GitHub gives a heading: `## Set it up` is `#set-it-up`. The site uses the same, so that links work on both. */
export const headingAnchor = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
