import { startAuthorize } from './authorize.js';
import { startCopying } from './copy.js';
import { startNavigation } from './navigation.js';
import { startOtherPages } from './other-pages.js';
import { startSamples } from './sample-language.js';
import { startSearch } from './search.js';
import { startTheme } from './theme.js';
import { startTryIt } from './try-it.js';
import { startYourVersion } from './your-version.js';

/** What the page does beyond reading; each part works on its own. */
startTheme();
startSamples();
startCopying();
startSearch();
startAuthorize();
startTryIt();
startYourVersion();
startOtherPages();
startNavigation();
