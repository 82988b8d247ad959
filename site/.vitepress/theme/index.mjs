import './wide-code.css';

export { default } from 'vitepress/theme-without-fonts';
