import { Module, provide } from 'svckit';
import { SETTINGS } from '../configuration/settings.js';
import { ImageEngine } from './image-engine.js';
import { ImagesController } from './images-controller.js';

/** The image engine and the Images routes. */
@Module({
  controllers: [ImagesController],
  providers: [
    provide(ImageEngine, {
      useFactory: (settings) =>
        new ImageEngine({
          concurrency: settings.IMAGES_CONCURRENCY,
          queueLimit: settings.IMAGES_QUEUE_LIMIT,
          pixelLimit: settings.IMAGES_PIXEL_LIMIT,
        }),
      inject: [SETTINGS],
    }),
  ],
})
export class ImagesModule {}
