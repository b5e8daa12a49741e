// The still part of the picture: wood, lines, labels, definitions. Drawn again only when one of its causes changes.
import type { Config } from '../config';
import { defs } from '../draw/layers';
import { patch } from '../draw/patch';
import { skinOf } from '../skins';
import { sceneOf, type Scene, type Surface } from '../skins/skin';
import type { Box } from '../types';
import { frame, type Elements } from './elements';
import { textureSize, woodTexture } from './texture';

export class Ground {
  scene: Scene;
  box: Box;
  /** Of the board on the page, in CSS pixels; 0 until it is told, since asking the page would lay it out at once. */
  width = 0;
  #surface: Surface = { kind: 'plain' };
  #drawn: readonly unknown[] = [];
  #isGone = false;

  /** `onTexture` is called when the grain is ready and the ground wants to be drawn again. */
  constructor(
    private readonly elements: Elements,
    private readonly prefix: string,
    config: Config,
    private readonly onTexture: () => void,
  ) {
    this.scene = this.#sceneOf(config);
    this.box = skinOf(config.shape.skin).box(this.scene);
  }

  draw(config: Config): void {
    const size = config.showsGrain && this.width > 0 ? textureSize(this.width) : null;
    const causes = [...causesOf(config), size?.pixels];
    if (this.#drawn.length === 0 || causes.some((cause, index) => cause !== this.#drawn[index])) {
      this.#drawn = causes;
      this.#surface = { kind: 'plain' };
      this.#paint(config);
      if (size) this.#awaitTexture(size, causes);
    } else if (this.scene.surface !== this.#surface) {
      this.#paint(config);
    }
  }

  destroy(): void {
    this.#isGone = true;
  }

  #paint(config: Config): void {
    const skin = skinOf(config.shape.skin);
    this.scene = this.#sceneOf(config);
    this.box = skin.box(this.scene);
    frame(this.elements, this.box);
    this.elements.root.dataset['skin'] = config.shape.skin;
    patch(this.elements.groundDefs, defs(this.scene, skin));
    patch(this.elements.groundBoard, skin.board(this.scene));
  }

  #awaitTexture(size: { pixels: number; gain: number }, causes: readonly unknown[]): void {
    const wood = skinOf(this.scene.shape.skin).wood(this.scene);
    void woodTexture(wood, this.box, size).then((href) => {
      if (href === null || this.#isGone || this.#drawn !== causes) return;
      this.#surface = { kind: 'image', href };
      this.onTexture();
    });
  }

  #sceneOf(config: Config): Scene {
    const { shape, isFlipped, bottomCamp, material, theme, palette, glyphs, showsCoordinates } = config;
    const look = { isFlipped, bottomCamp, material, theme, palette, glyphs, showsCoordinates };
    return sceneOf({ shape, ...look, surface: this.#surface, prefix: this.prefix });
  }
}

function causesOf(config: Config): unknown[] {
  const { shape, isFlipped, bottomCamp, material, theme, palette, glyphs, showsCoordinates } = config;
  return [shape, isFlipped, bottomCamp, material, theme, palette, glyphs, showsCoordinates];
}
